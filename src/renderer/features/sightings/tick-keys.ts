import type { Ticks } from './useTicks.ts'

interface TickedList {
  readonly ticks: Pick<Ticks, 'cars' | 'toggle' | 'extendTo' | 'all' | 'clear'>
  readonly count: number
  readonly selectedIndex: number
  select(index: number): void
}

/** Space ticks the selected car, Shift with an arrow more of them, Ctrl+A all. Returns whether the key was used. */
export function tickByKey(event: KeyboardEvent, { ticks, count, selectedIndex: at, select }: TickedList): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === ' ' && at >= 0) ticks.toggle(at)
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) ticks.all()
  else if (event.key === 'Escape' && ticks.cars.value.length > 0) ticks.clear()
  else if (event.shiftKey && step !== undefined && at >= 0) {
    const target = Math.max(0, Math.min(count - 1, at + step))
    ticks.extendTo(target, at)
    select(target)
  } else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}
