/** What Electron adds to `process` in a utility process; loaded before the bundle of the reader. */
Object.assign(process, {
  parentPort: {
    on: (_event: 'message', listener: (event: { readonly data: unknown }) => void) =>
      void process.on('message', (data) => listener({ data })),
    postMessage: (message: object) => void process.send?.(message),
  },
})
