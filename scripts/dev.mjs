import { electronBinary } from './electron-here.mjs'
import { prepare } from './prepare.mjs'
import { inProject, run, runPackage, projectNode } from './project.mjs'

const help = `Runs Forecourt for development.

  npm run dev [-- options of electron-vite dev]

With Electron: the desktop window with hot reload. Without: the browser host serves the window, which is built after each change;
reload the page to see a change.
`

async function dev(words) {
  await prepare({ noBuild: electronBinary() !== null })
  if (electronBinary()) return runPackage('electron-vite/bin/electron-vite.js', ['dev', '--watch', ...words])
  process.stderr.write('Electron is not installed: the browser host serves the window.\n')
  const codes = await Promise.all([
    runPackage('electron-vite/bin/electron-vite.js', ['build', '--watch', '--logLevel', 'warn']),
    run(projectNode(), ['--watch-preserve-output', '--watch', inProject('src', 'web', 'command.ts'), ...words]),
  ])
  return Math.max(...codes)
}

if (process.argv.includes('--help')) {
  process.stdout.write(help)
} else {
  try {
    process.exitCode = await dev(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
