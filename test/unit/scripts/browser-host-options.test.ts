import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { browserHostNodeOptions } from '../../../scripts/browser-host-options.mjs'
import { longTest } from '../../runs.ts'

it('are those of both commands that start the browser host', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(scripts['web']).toContain(` ${browserHostNodeOptions.join(' ')} out/main/browser-host.js`)
})

longTest('keep little empty room for new objects after much work', () => {
  const work = `
    let kept = []
    for (let round = 0; round < 30; round += 1) kept = Array.from({ length: 100000 }, (_, at) => ({ at, more: [at] }))
    const space = require('node:v8').getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    process.stdout.write(String(space.space_size / 2 ** 20))`
  const mebibytes = (options: readonly string[]): number =>
    Number(spawnSync(process.execPath, [...options, '-e', work], { encoding: 'utf8' }).stdout)
  expect(mebibytes(browserHostNodeOptions)).toBeLessThanOrEqual(12)
  expect(mebibytes([])).toBeGreaterThan(30)
})
