export {}

declare module 'vue' {
  /** The components that each template knows by their names. The build imports their files where they are used (scripts/vite.window.config.ts). */
  interface GlobalComponents {
    CalendarGrid: typeof import('./calendar/CalendarGrid.vue').default
    CellEditDialog: typeof import('./cell-edits/CellEditDialog.vue').default
    CellSum: typeof import('./cell-edits/CellSum.vue').default
    CellTable: typeof import('./cell-edits/CellTable.vue').default
    CheckboxField: typeof import('./fields/CheckboxField.vue').default
    ChipList: typeof import('./ChipList.vue').default
    ContextMenu: typeof import('./ContextMenu.vue').default
    DayField: typeof import('./fields/DayField.vue').default
    DetailList: typeof import('./DetailList.vue').default
    DetailsDisclosure: typeof import('./DetailsDisclosure.vue').default
    DialogFrame: typeof import('./overlays/DialogFrame.vue').default
    Drawer: typeof import('./overlays/Drawer.vue').default
    ExportPopover: typeof import('./ExportPopover.vue').default
    FailureNotice: typeof import('./FailureNotice.vue').default
    FieldFrame: typeof import('./fields/FieldFrame.vue').default
    FieldGroup: typeof import('./fields/FieldGroup.vue').default
    FilterPopover: typeof import('./FilterPopover.vue').default
    FolderField: typeof import('./fields/FolderField.vue').default
    FormDialog: typeof import('./overlays/FormDialog.vue').default
    FormatChoice: typeof import('./FormatChoice.vue').default
    GridHead: typeof import('./grid/GridHead.vue').default
    GridSelectionStatus: typeof import('./grid/GridSelectionStatus.vue').default
    HighlightedText: typeof import('./HighlightedText.vue').default
    IconButton: typeof import('./IconButton.vue').default
    KeyCaps: typeof import('./KeyCaps.vue').default
    LinkCard: typeof import('./LinkCard.vue').default
    ListEmptyState: typeof import('./ListEmptyState.vue').default
    ListRow: typeof import('./ListRow.vue').default
    NButton: typeof import('naive-ui').NButton
    Notice: typeof import('./Notice.vue').default
    PageFrame: typeof import('./PageFrame.vue').default
    Panel: typeof import('./Panel.vue').default
    PopoverButton: typeof import('./overlays/PopoverButton.vue').default
    ProgressBar: typeof import('./ProgressBar.vue').default
    RadioField: typeof import('./fields/RadioField.vue').default
    SearchField: typeof import('./fields/SearchField.vue').default
    SecretField: typeof import('./fields/SecretField.vue').default
    SegmentedControl: typeof import('./fields/SegmentedControl.vue').default
    SelectField: typeof import('./fields/SelectField.vue').default
    Skeleton: typeof import('./Skeleton.vue').default
    Spinner: typeof import('./Spinner.vue').default
    StateNotice: typeof import('./StateNotice.vue').default
    StatusDot: typeof import('./StatusDot.vue').default
    SwitchField: typeof import('./fields/SwitchField.vue').default
    TabList: typeof import('./TabList.vue').default
    Tag: typeof import('./Tag.vue').default
    TextField: typeof import('./fields/TextField.vue').default
    ToastStack: typeof import('./ToastStack.vue').default
    Toolbar: typeof import('./Toolbar.vue').default
    Tooltip: typeof import('./overlays/Tooltip.vue').default
    UnreadableRecords: typeof import('./UnreadableRecords.vue').default
    VirtualGrid: typeof import('./grid/VirtualGrid.vue').default
  }
}
