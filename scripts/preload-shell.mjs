/**
 * Has the page fetch the shell of the window, with all that it imports, beside its first script, which imports it later
 * (renderer/main.ts). Without this the shell, its imports, styles and font would be found one after another.
 */
export const preloadShell = () => ({
  name: 'preload-shell',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.keys(bundle)
      const named = (pattern) => files.filter((file) => pattern.test(file))
      const link = (attrs, injectTo = 'head') => ({ tag: 'link', injectTo, attrs: { crossorigin: '', ...attrs } })
      const shell = named(/\/shell-[\w-]+\.js$/)
      const scripts = new Set([...shell, ...shell.flatMap((file) => bundle[file].imports)])
      return [
        ...[...scripts]
          .filter((file) => !html.includes(file))
          .map((file) => link({ rel: 'modulepreload', href: `./${file}` })),
        // Behind the still picture of the shell, which they would hold back from the head. The first script runs when its styles are
        // there, so the import of the shell does not wait for them.
        ...named(/\/shell-[\w-]+\.css$/).map((file) => link({ rel: 'stylesheet', href: `./${file}` }, 'body')),
        ...named(/\/inter-latin-wght-[\w-]+\.woff2$/).map((file) =>
          link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `./${file}` }, 'body'),
        ),
      ]
    },
  },
})
