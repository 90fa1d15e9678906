@echo off
rem Runs Forecourt without its window: forecourt import march.csv --yes
rem Forecourt.exe is a program without a console, and cmd neither waits for it nor shows its output. PowerShell gives it
rem pipes for both outputs, passes the bytes on, and ends with its exit code. See docs/command-line.md.
setlocal EnableExtensions DisableDelayedExpansion
set "FORECOURT_PROGRAM=%~dp0..\Forecourt.exe"
rem Without quotes around it: those of the words protect their own spaces and ampersands.
set FORECOURT_WORDS=%*
if "%FORECOURT_WITHOUT_POWERSHELL%"=="1" goto direct
rem A command is no script, so no policy for scripts forbids it. Without an input format, standard input is left to Forecourt.
"%SystemRoot%\System32\WindowsPowerShell\v1.0\powershell.exe" -NoLogo -NoProfile -InputFormat None -Command "$ErrorActionPreference = 'Stop'; $start = New-Object System.Diagnostics.ProcessStartInfo; $start.FileName = $env:FORECOURT_PROGRAM; $start.Arguments = '--cli ' + $env:FORECOURT_WORDS; $start.WorkingDirectory = (Get-Location -PSProvider FileSystem).ProviderPath; $start.UseShellExecute = $false; $start.RedirectStandardOutput = $true; $start.RedirectStandardError = $true; $start.EnvironmentVariables['FORECOURT_STARTED_BY'] = [string]$PID; $before = [Console]::OutputEncoding; try { try { [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false } catch { } $program = [System.Diagnostics.Process]::Start($start); $copies = @($program.StandardOutput.BaseStream.CopyToAsync([Console]::OpenStandardOutput()), $program.StandardError.BaseStream.CopyToAsync([Console]::OpenStandardError())); while (-not $program.WaitForExit(200)) { } [System.Threading.Tasks.Task]::WaitAll($copies) } finally { try { [Console]::OutputEncoding = $before } catch { } } exit $program.ExitCode"
exit /b %ERRORLEVEL%

:direct
rem Where PowerShell is not allowed: a batch file waits for Forecourt, and redirected outputs reach their files.
"%FORECOURT_PROGRAM%" --cli %*
exit /b %ERRORLEVEL%
