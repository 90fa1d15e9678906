import { describe, expect, it } from 'vitest'
import { answersOf, described, isHarmful, readSystems, type Answer } from './corpus.ts'

const systems = readSystems('test/fixtures/mapping/systems.txt')
const later = readSystems('test/fixtures/mapping/later-systems.txt')
/** No rule was changed for these: 98 of their 100 columns were right at first. */
const last = readSystems('test/fixtures/mapping/last-systems.txt')
/** 60 systems, of which every second one was held back while the rules were tuned (87 of 100 right before, 96 then), and 20 more (93). */
const unseen = readSystems('test/fixtures/mapping/unseen-systems.txt')
/** 60 exports, of which every second one was held back: 96.3 of 100 right before in those that were tuned on, 98.6 in the others. */
const exported = readSystems('test/fixtures/mapping/export-systems.txt')
/** No rule was changed for these: all were right at first. */
const untouched = readSystems('test/fixtures/mapping/untouched-systems.txt')

/** 30 systems, of which 93.4 of 100 columns were right at first, and 15 that were written after their rules (97.2). */
const fresh = readSystems('test/fixtures/mapping/fresh-systems.txt')

/**
 * 193 exports with abbreviations, typing errors, joined words and three other languages. Of 100 columns, 92.2 were right before their rules in
 * the first 45, 92.3 in the next 45, which were held back until then, and 94.9, 92.6, 96.6, 97.9, 97.1 and 95.1 in the last ones, each written after the
 * rules for those before.
 */
const spelled = readSystems('test/fixtures/mapping/spelled-systems.txt')

/** 120 systems that an examiner wrote: 97.1 of 100 columns were right at first in 60, then 96.2 in 30 more, then 97.3 in the last 30. */
const examined = readSystems('test/fixtures/mapping/examined-systems.txt')

const answers = new Map(
  [...systems, ...later, ...last, ...unseen, ...exported, ...untouched, ...fresh, ...spelled, ...examined].map(
    (system) => [system, answersOf(system)],
  ),
)

/** Nothing while at most 3 of 100 columns are wrong, otherwise the wrong ones. */
function tooManyWrong(rows: readonly Answer[]): readonly string[] {
  const wrong = rows.filter(({ isRight }) => !isRight)
  return wrong.length <= rows.length * 0.03 ? [] : wrong.map(described)
}

// The rules were tuned on every second system, then on the later ones, of which they had at first 93.2, 94.0 and 93.9
// of 100 columns right (20, 20 and 10 header rows).
describe('the columns of 673 systems', () => {
  it('are of at least 80 systems, 50 that were written later, 20 that were written last, and 518 others', () => {
    const counts = [later, last, unseen, untouched, exported, fresh, spelled, examined].map(({ length }) => length)
    expect([systems.length >= 80, ...counts]).toEqual([true, 50, 20, 80, 20, 60, 45, 193, 120])
  })

  it.each([
    ['the systems that the rules were tuned on', systems.filter((_, at) => at % 2 === 0)],
    ['the systems that they were not tuned on', systems.filter((_, at) => at % 2 === 1)],
    ['the systems that were written later', later],
    ['the systems that were written last', last],
    ['the systems that were written before their rules', unseen],
    ['the exports that the rules were tuned on', exported.filter((_, at) => at % 2 === 0)],
    ['the exports that they were not tuned on', exported.filter((_, at) => at % 2 === 1)],
    ['the systems for which no rule was changed', untouched],
    ['the systems whose kinds of names were added last', fresh],
    ['the exports whose names are abbreviated or misspelt', spelled.slice(0, 45)],
    ['the exports like them that were held back', spelled.slice(45)],
    ['the systems that an examiner wrote', examined],
  ])('are mapped right in at least 97 of 100 cases in %s', (_, some) => {
    expect(tooManyWrong(some.flatMap((system) => answers.get(system) ?? []))).toEqual([])
  })

  it('send nothing private, and no wrong field with high confidence', () => {
    expect([...answers.values()].flat().filter(isHarmful).map(described)).toEqual([])
  })
})
