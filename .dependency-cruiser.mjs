/**
 * The files of a folder of core that other folders may import; the rest is inside. Of a folder that is not named here, each file is one
 * rule or one port, for all.
 */
const publicFiles = {
  app: 'app opened-files saved-preferences',
  backups: 'automatic-backups backup-plan backups-text',
  'bulk-lookups': 'bulk-items bulk-lookups bulk-repository bulk-text',
  connections: 'account-key connection-region connection-rows connections credential-vault remove-rows',
  customers:
    'cache/customer-cache cache/customer-rows cache/stored-customer contact/do-not-contact contact/hidden-numbers customer-messages customers record/search-text',
  'data-export': 'data-export',
  diagnosis: 'report versions',
  drafts:
    'columns/row-piece drafts engine/correction engine/known-rows file-process/file-reader file-process/process-limits file-process/process-messages headers/known-headers headers/header-score mapping/reimport model/overrides reading/file-messages storage/pack-upload storage/row-blocks storage/row-pack storage/row-updates',
  'export-log': 'export-log logged-handlers',
  folders: 'folder-settings folders-text folders note-draft-sent',
  lock: 'lock locked-program',
  log: 'file-log',
  lookup: 'cached-query car-lookups facet-columns fields interpret lookup-text lookup queries read-lookup',
  market: 'market',
  network: 'network',
  people: 'name-key people',
  practice: 'practice-adapter practice',
  privacy: 'continue-when-unused deletion-marks person-deletions person privacy team-rows',
  retention: 'retention',
  sightings: 'assignments call-times message-templates sightings',
  storage:
    'backup-file backup chosen-folder data-files database-key delete-all-data deletion-files make-folder protection-check refusals run-on-thread scrypt-cost settings-of-this-pc storage-options storage stretch-password wrong-tries',
  team: 'membership/teams practice/practice-team work/team-work-handlers',
  updates: 'updates',
  updating: 'pause-restored-work',
  uploads:
    'joined-rows joined-uploads journal-columns journal-rows known-rows listed-references row-packs unfinished-uploads upload-accounts upload-messages upload-writer uploads',
  webhooks: 'inspector webhooks',
}

const deepFolders = Object.entries(publicFiles).flatMap(([folder, names]) => {
  const inside = `^src/core/${folder}/`
  const path = `${inside}(${names.replaceAll(' ', '|')})[.]ts$`
  return [
    {
      name: `inside-of-${folder}`,
      comment: `Import what src/core/${folder} offers (publicFiles in .dependency-cruiser.mjs), or let it offer more.`,
      severity: 'error',
      from: { pathNot: inside },
      to: { path: inside, pathNot: path },
    },
    {
      name: `unused-offer-of-${folder}`,
      comment: 'No other folder imports this file: remove it from publicFiles.',
      severity: 'error',
      module: { path, numberOfDependentsLessThan: 1 },
      from: { pathNot: inside },
    },
  ]
})

/** Rules about imports that a linter of single files cannot check. Run by `npm run structure`. */
export default {
  forbidden: [
    ...deepFolders,
    {
      name: 'no-circle-of-files',
      comment:
        'Two files that import each other cannot be read or tested one after the other. Move what both need to a third file.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment: 'Imports between folders point one way. Move what both folders need to a folder below them.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^src/(core|renderer/features)' },
      to: { circular: true },
    },
    {
      name: 'no-import-between-features',
      comment:
        'A feature is a folder that can be deleted. Move what two features share to src/renderer/ui or a shared kit.',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/([^/]+)/', pathNot: '^src/renderer/features/$1/' },
    },
  ],
  options: {
    includeOnly: '^src/',
    // The shell collects the features, and features use the shell: a circle by design, which would hide all others.
    exclude: '^src/renderer/app/',
    // Imports of types count: a reader has to follow them as well.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.vue', '.mjs', '.js'] },
  },
}
