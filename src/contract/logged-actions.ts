/** What is logged: methods that make a file or show a hidden number, and their names. */
export const loggedActions = {
  'dataExport.start': 'Everything exported',
  'customers.export': 'Customers exported',
  'sightings.exportSheet': 'Call sheet exported',
  'sightings.exportReport': 'Call report exported',
  'lookup.exportSpecs': 'Specs exported',
  'bulkLookups.export': 'Bulk look-up exported',
  'market.exportCsv': 'Market listings exported',
  'drafts.export': 'Checked rows exported',
  'drafts.exportTemplate': 'Template exported',
  'uploads.exportRemainder': 'Rows of an upload exported',
  /** Only in entries of earlier versions. */
  'uploads.dryRun': 'Dry run saved',
  'inspector.export': 'Webhook events exported',
  'privacy.exportPerson': 'One person exported',
  'exportLog.export': 'This list exported',
  'app.report': 'Report for support made',
  'storage.saveBackup': 'Backup saved',
  'backups.runNow': 'Automatic backup made',
  'customers.revealMobile': 'Hidden number shown',
  'customers.copyNumbers': 'Hidden numbers copied',
  'app.openLink': 'Call, SMS or email opened',
} as const
export type LoggedAction = keyof typeof loggedActions
