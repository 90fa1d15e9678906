import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('the compiled code is the code of its source', () => {
  const script = fileURLToPath(new URL('../../../../scripts/wasm.mjs', import.meta.url))
  expect(spawnSync(process.execPath, [script, '--check']).status).toBe(0)
})
