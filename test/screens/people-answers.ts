import { success } from '../../src/contract/result.ts'
import type { PeopleList } from '../../src/contract/people.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'

/** Answers with the people of this PC, and keeps how they are changed. */
export function answerPeople(host: HostTwin, list: PeopleList): void {
  let people = list
  const change = (to: Partial<PeopleList>): ReturnType<typeof success<PeopleList>> => {
    people = { ...people, ...to }
    host.announce({ name: 'people.changed' })
    return success(people)
  }
  const changePerson = (id: string, to: Partial<PeopleList['people'][number]>): PeopleList['people'] =>
    people.people.map((person) => (person.id === id ? { ...person, ...to } : person))
  host.answer('people.list', () => success(people))
  host.answer('people.add', ({ name }) =>
    change({ people: [...people.people, { id: name, name, retired: false }], currentId: name }),
  )
  host.answer('people.pick', ({ personId }) => change({ currentId: personId }))
  host.answer('people.rename', ({ personId, name }) => change({ people: changePerson(personId, { name }) }))
  host.answer('people.setRetired', ({ personId, retired }) =>
    change({
      people: changePerson(personId, { retired }),
      currentId: retired && people.currentId === personId ? null : people.currentId,
    }),
  )
  host.answer('people.setAskAtStart', ({ ask }) => change({ askAtStart: ask }))
}
