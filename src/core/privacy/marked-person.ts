import type { Database } from '../database/database.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { isName, type PersonKey } from './person-keys.ts'
import { createFindMarked, type Person } from './person.ts'
import { readTraces } from './traces.ts'

/**
 * The persons of marks that another PC made, by what this database knows of them. Nobody here has seen what its user chose, and a number
 * that one record has there can be that of many people here: only records with the id, or with the name and one of the others, are
 * theirs, and a key is enough only when no other named record has it. Data without a name needs one marked key of that kind.
 */
export function* findMarkedPerson(database: Database, marks: ReadonlySet<string>, key: Uint8Array): Steps<Person> {
  const marked = createFindMarked(marks, key)
  const [own, others, nameless] = [new Set<PersonKey>(), new Set<PersonKey>(), new Set<PersonKey>()]
  yield* readTraces(database, ({ keys, sure = [] }) => {
    const found = marked.together(keys)
    if (found.length > 0) for (const each of [...found, ...sure]) own.add(each)
    else if (keys.some(isName)) for (const each of keys) others.add(each)
    else for (const each of keys) if (!nameless.has(each) && marked.isAlone(each)) nameless.add(each)
  })
  const keys = [...new Set([...own, ...nameless])]
  const isEnough = (each: PersonKey): boolean => !isName(each) && !others.has(each)
  return { alone: keys.filter(isEnough), shared: keys.filter((each) => own.has(each) && !isEnough(each)) }
}
