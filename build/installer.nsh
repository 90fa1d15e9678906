; Part of the Windows installer and uninstaller that electron-builder makes. SHELL_CONTEXT is HKEY_CURRENT_USER, or
; HKEY_LOCAL_MACHINE for an installation for all users.

; "Open with" offers Forecourt for spreadsheets. The default value of a file type is never written: it names the program that
; opens the files, which would be lost for Excel, and for everybody after an uninstall.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Forecourt.Spreadsheet" "" "Spreadsheet"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Forecourt.Spreadsheet\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Forecourt.Spreadsheet\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Forecourt.Spreadsheet"
  WriteRegNone SHELL_CONTEXT "Software\Classes\.xlsx\OpenWithProgids" "Forecourt.Spreadsheet"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\Forecourt.exe\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\Forecourt.exe\SupportedTypes" ".csv" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\Forecourt.exe\SupportedTypes" ".xlsx" ""
  ; Explorer reads file types again.
  System::Call 'shell32::SHChangeNotify(i, i, i, i) v (0x08000000, 0, 0, 0)'
!macroend

; The keys of a file type stay: other programs have values there.
!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Forecourt.Spreadsheet"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xlsx\OpenWithProgids" "Forecourt.Spreadsheet"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Forecourt.Spreadsheet"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\Forecourt.exe"
  ; An update runs the uninstaller of the old version: what the user chose stays.
  ${ifNot} ${isUpdated}
    ${if} $installMode == "all"
      ; The user who uninstalls may not be the one who used Forecourt. Users who are not signed in keep a name without a program.
      StrCpy $R8 0
      ${do}
        EnumRegKey $R9 HKU "" $R8
        !insertmacro removeOfUser HKU "$R9\"
        IntOp $R8 $R8 + 1
      ${loopUntil} $R9 == ""
      ; Electron makes this one beside the installer's own, which is for all users.
      SetShellVarContext current
      Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
      SetShellVarContext all
    ${else}
      !insertmacro removeOfUser HKCU ""
    ${endIf}
  ${endIf}
!macroend

; What the running program writes for its user: the start at sign-in, and what Electron registers for clicks on notifications
; (src/main/index.ts has the same id).
!macro removeOfUser ROOT USER
  DeleteRegValue ${ROOT} "${USER}Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
  DeleteRegValue ${ROOT} "${USER}Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  DeleteRegKey ${ROOT} "${USER}Software\Classes\CLSID\{34346825-5086-4E60-BA80-855E916AE471}"
!macroend
