import { electronBinary } from './electron-here.mjs'
import { prepare } from './prepare.mjs'
import { inProject, run, runPackage, projectNode } from './project.mjs'

const help = `Forecourt for its developers.

  npm run dev [-- options of electron-vite dev]

With Electron here: the desktop window with hot reload. Without: the window is built again at each change and the browser host
serves it; load the page again to see a change there.
`

async function dev(words) {
  await prepare({ noBuild: electronBinary() !== null })
  if (electronBinary()) return runPackage('electron-vite/bin/electron-vite.js', ['dev', '--watch', ...words])
  process.stderr.write('Electron’s binary is not here: the browser host serves the window.\n')
  const codes = await Promise.all([
    runPackage('vite/bin/vite.js', ['build', '--config', 'vite.window.config.ts', '--watch', '--logLevel', 'warn']),
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
