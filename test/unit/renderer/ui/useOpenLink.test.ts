import { expect, it, vi } from 'vitest'
import type { LinkResult } from '../../../../src/contract/app.ts'
import { useOpenLink } from '../../../../src/renderer/ui/useOpenLink.ts'
import { createToasts, type Toasts } from '../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'
import { installClipboard } from '../clipboard-twin.ts'
import { withinScope } from '../within-scope.ts'

const openedBy = ({ client }: Pick<ReturnType<typeof createProgramClientTwin>, 'client'>, toasts: Toasts) =>
  withinScope(useOpenLink, { client, toasts, answer: () => false })

const clientAnswering = (address: string, result: LinkResult) =>
  createProgramClientTwin({ 'app.openLink': () => ({ address, result }) })

it('shows nothing when a program was started', async () => {
  const toasts = createToasts()
  await openedBy(clientAnswering('tel:+61491570006', 'opened'), toasts)('tel:+61491570006')
  expect(toasts.shown.value).toEqual([])
})

it.each([
  ['tel:+61491570006', '0491 570 006', '0491 570 006', 'Copy number'],
  ['sms:+61491570006?body=Hi', undefined, '+61491570006', 'Copy number'],
  ['mailto:kim@dealer.example?subject=x', undefined, 'kim@dealer.example', 'Copy address'],
  ['https://cars.example/1', undefined, 'https://cars.example/1', 'Copy link'],
])('says that no program opens %s, and copies what it leads to', async (address, shown, copied, label) => {
  const clipboard = installClipboard()
  const toasts = createToasts()
  await openedBy(clientAnswering(address, 'no-program'), toasts)(address, shown)
  const [notice] = toasts.shown.value
  expect(notice).toMatchObject({ tone: 'failure', text: expect.stringMatching(/^No /), action: { label } })
  notice?.action?.run()
  await vi.waitFor(() => expect(clipboard.text).toBe(copied))
})

it('shows why a link was refused', async () => {
  const program = createProgramClientTwin()
  const toasts = createToasts()
  const opening = openedBy(program, toasts)('javascript:alert(1)')
  await program.open[0]?.fail({ kind: 'invalid-input', message: 'This link can’t be opened.' })
  await opening
  expect(toasts.shown.value).toMatchObject([{ tone: 'failure', text: 'This link can’t be opened.' }])
})

it.each([
  ['opens an unknown website once the user has confirmed its host', true, [undefined, true]],
  ['opens nothing when the user does not confirm', false, [undefined]],
])('%s', async (_, agrees, expected) => {
  const address = 'https://evil.test/cars'
  const confirmed: (boolean | undefined)[] = []
  const { client } = createProgramClientTwin({
    'app.openLink': (given) => {
      confirmed.push(given.confirmed)
      return { address, result: given.confirmed ? 'opened' : 'unknown-site' }
    },
  })
  const titles: string[] = []
  await withinScope(useOpenLink, { client, answer: ({ title }) => (titles.push(title), agrees) })(address)
  expect(titles).toEqual(['Open evil.test?'])
  expect(confirmed).toEqual(expected)
})
