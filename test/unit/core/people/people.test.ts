import { beforeEach, describe, expect, it } from 'vitest'
import { createPeople, type People } from '../../../../src/core/people/people.ts'
import { failureOf, makeCustomersBench, signal, type CustomersBench } from '../customers/customers-bench.ts'

let bench: CustomersBench
let people: People
const start = (): People => createPeople(bench.bench.storage)
const names = async (): Promise<string[]> => (await people.list({}, signal)).people.map(({ name }) => name)
const idOf = async (name: string): Promise<string> =>
  (await people.list({}, signal)).people.find((person) => person.name === name)?.id ?? ''

beforeEach(() => {
  bench = makeCustomersBench()
  people = start()
  return () => bench.close()
})

describe('the people of a PC', () => {
  it('are listed by name, and the one who was added last is working', async () => {
    await people.add({ name: '  Sam   Carter ' }, signal)
    await people.add({ name: 'Jo Taylor' }, signal)
    expect(await names()).toEqual(['Jo Taylor', 'Sam Carter'])
    expect(people.currentPerson()?.name).toBe('Jo Taylor')
  })

  it.each([
    ['', 'Enter a name.'],
    [' \t ', 'Enter a name.'],
    ['x'.repeat(61), 'The name has more than 60 characters.'],
    ['jo TAYLOR', 'Jo Taylor is already in the list.'],
  ])('do not get the name "%s"', async (name, message) => {
    await people.add({ name: 'Jo Taylor' }, signal)
    expect(await failureOf(people.add({ name }, signal))).toMatchObject({ kind: 'invalid-input', message })
    expect(await names()).toEqual(['Jo Taylor'])
  })

  it('keep their id when they are renamed, also to another spelling of their own name', async () => {
    await people.add({ name: 'Jo Taylor' }, signal)
    const id = await idOf('Jo Taylor')
    await people.rename({ personId: id, name: 'JO Taylor' }, signal)
    expect(people.currentPerson()).toEqual({ id, name: 'JO Taylor', retired: false })
  })

  it('stay in the list when they retire, and are no longer working', async () => {
    await people.add({ name: 'Jo Taylor' }, signal)
    const personId = await idOf('Jo Taylor')
    await people.setRetired({ personId, retired: true }, signal)
    expect(people.currentPerson()).toBeNull()
    expect(people.byId().get(personId)).toMatchObject({ name: 'Jo Taylor', retired: true })
    expect(await failureOf(people.pick({ personId }, signal))).toMatchObject({ kind: 'not-found' })
    expect((await failureOf(people.add({ name: 'Jo Taylor' }, signal)))?.message).toContain('as retired')
    await people.setRetired({ personId, retired: false }, signal)
    await people.pick({ personId }, signal)
    expect(people.currentPerson()?.id).toBe(personId)
  })

  it('are remembered over a restart with who is working, unless each start asks', async () => {
    await people.add({ name: 'Jo Taylor' }, signal)
    await people.add({ name: 'Sam Carter' }, signal)
    people = start()
    expect(people.currentPerson()?.name).toBe('Sam Carter')
    await people.setAskAtStart({ ask: true }, signal)
    expect(people.currentPerson()?.name).toBe('Sam Carter')
    people = start()
    expect(await people.list({}, signal)).toMatchObject({ currentId: null, askAtStart: true })
    await people.setAskAtStart({ ask: false }, signal)
    people = start()
    expect(people.currentPerson()?.name).toBe('Sam Carter')
  })

  it('announce each change', async () => {
    const events: string[] = []
    bench.bench.storage.announcer.listen(({ name }) => events.push(name))
    await people.add({ name: 'Jo Taylor' }, signal)
    await people.pick({ personId: null }, signal)
    expect(events).toEqual(['people.changed', 'people.changed'])
  })
})
