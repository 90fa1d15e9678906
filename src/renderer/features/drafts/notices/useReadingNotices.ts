import { computed, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { Draft } from '../../../../contract/drafts.ts'
import type { MethodOutput } from '../../../../contract/methods.ts'
import type { Region } from '../../../../contract/region.ts'
import type { Result } from '../../../../contract/result.ts'
import { useConnectionStore } from '../../../app/connection-store.ts'
import { useConfirm } from '../../../ui/useConfirm.ts'
import { draftsText } from '../drafts-text.ts'
import { tableText } from '../table/table-text.ts'
import { templatesText } from '../templates/templates-text.ts'
import { useDraftEditor } from '../useDraft.ts'
import type { DraftNotice } from './useFileNotices.ts'

const { region: regionText, nameCase: nameCaseText, remembered: rememberedText } = draftsText
const { alike: alikeText, cars: carsText } = tableText

/** How the file of the open draft was read, where it may be meant otherwise: its cars, sheets, columns, names and region. */
export function useReadingNotices(isClosed: (key: string) => boolean) {
  const { draft, step, busy, announce, goTo, ...editor } = useDraftEditor()
  const connection = useConnectionStore()
  const router = useRouter()
  const confirm = useConfirm()
  /** The second draft that was made since the page was opened. */
  const moved = shallowRef<MethodOutput<'drafts.moveRows'>['moved'] | null>(null)

  async function changeAndSay(change: Promise<Result<Draft>>, said: string): Promise<boolean> {
    const { ok } = await change
    if (ok) announce(said)
    return ok
  }

  async function forgetColumns(): Promise<void> {
    const { title, text } = rememberedText.forgetting
    const agreed = await confirm({
      title: title(draft.value.source.template?.name),
      text: `${text} ${templatesText.forgetting.folders}`,
      confirmLabel: rememberedText.forget,
      tone: 'danger',
    })
    if (agreed && (await changeAndSay(editor.change('drafts.forgetColumns', {}), rememberedText.forgotten)))
      goTo('columns')
  }

  async function moveRows(region: Region): Promise<void> {
    const second = await editor.moveRows(region)
    if (!second) return
    moved.value = second
    announce(regionText.moved(second.rows, second.name))
  }

  const ofNames = computed<DraftNotice | null>(() => {
    const { nameCase, counts } = draft.value
    // One name in capitals is one customer's way to write it.
    const areMany = nameCase.capitals.length >= Math.max(1, Math.min(3, counts.rows))
    if (step.value !== 'check' || nameCase.choice !== 'as-written' || !areMany) return null
    const run = () => changeAndSay(editor.change('drafts.setNameCase', { choice: 'title' }), nameCaseText.done)
    return {
      key: 'name-case',
      tone: 'info',
      title: nameCaseText.title,
      text: nameCaseText.examples(nameCase.capitals),
      actions: [{ label: nameCaseText.use, run }],
    }
  })
  const ofCars = computed<DraftNotice | null>(() => {
    const { cars } = draft.value.source
    if (step.value !== 'columns' || !cars || cars.rows === 0) return null
    const other = cars.choice === 'each' ? 'together' : 'each'
    return {
      key: 'cars',
      tone: 'info',
      title: carsText.title(cars.rows),
      text: carsText.explained[cars.choice],
      actions: [{ label: carsText.choose[other], run: () => editor.change('drafts.setCars', { choice: other }) }],
    }
  })
  const ofSheets = computed<DraftNotice | null>(() => {
    const { choices, sheets } = draft.value.source
    const alike = sheets.filter((sheet) => sheet.alike)
    if (step.value !== 'columns' || alike.length < 2 || choices.sheets.length !== 1) return null
    const names = alike.map(({ name }) => name)
    const change = { choices: { ...choices, sheets: names, lastRow: null } }
    const run = () => changeAndSay(editor.change('drafts.setTable', change), alikeText.done(names.length))
    return {
      key: 'alike',
      tone: 'info',
      title: alikeText.title(alike.length),
      text: alikeText.text(
        names,
        alike.filter(({ hidden }) => hidden).map(({ name }) => name),
      ),
      actions: [{ label: alikeText.together, run }],
    }
  })
  const ofTemplate = computed<DraftNotice | null>(() => {
    const { remembered, template } = draft.value.source
    if (!remembered || step.value === 'send') return null
    const change = { label: rememberedText.change, run: () => goTo('columns') }
    const forget = { label: rememberedText.forget, run: forgetColumns }
    const actions = step.value === 'check' ? [change, forget] : [forget]
    return { key: 'remembered', tone: 'info', text: rememberedText.notice(template), actions }
  })
  const ofRegion = computed<readonly (DraftNotice | null | undefined)[]>(() => {
    const { region, otherRegion, otherRegionRows: rows } = draft.value
    const loading = busy.value
    const changeTo = (to: Region) => {
      const run = () => changeAndSay(editor.change('drafts.setRegion', { region: to }), regionText.changed(to))
      return { label: regionText.change(to), run, loading }
    }
    const offerKey = `region ${otherRegion?.region}`
    return [
      otherRegion && {
        key: offerKey,
        tone: 'warning',
        title: regionText.looksLike(otherRegion.region),
        text: `${otherRegion.evidence} ${regionText.keeps}`,
        actions: [changeTo(otherRegion.region)],
      },
      rows && {
        key: `rows of ${rows.region}`,
        tone: 'warning',
        title: regionText.isFrom(rows),
        text: regionText.movesTo,
        actions: [{ label: regionText.move(rows.rows), run: () => moveRows(rows.region), loading }],
      },
      moved.value && {
        key: `moved to ${moved.value.id}`,
        tone: 'info',
        text: regionText.moved(moved.value.rows, moved.value.name),
        actions: [{ label: regionText.openMoved, run: () => router.push(`/import/${moved.value?.id}`) }],
      },
      region === connection.region
        ? null
        : {
            key: 'other-region',
            tone: 'info',
            text: regionText.other(region, connection.region),
            actions: otherRegion && !isClosed(offerKey) ? [] : [changeTo(connection.region)],
            stays: true,
          },
    ]
  })
  return computed(() => [ofNames.value, ofCars.value, ofSheets.value, ofTemplate.value, ...ofRegion.value])
}
