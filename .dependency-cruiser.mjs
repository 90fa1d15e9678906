/** Rules about imports that a linter of single files cannot check. Run by `npm run structure`. */
export default {
  forbidden: [
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
