/**
 * A script that moves the clock of a program or page by so many milliseconds. Time goes on as usual from there; values of `Date` are
 * ordinary ones.
 */
export const movedClockScript = (byMs: number): string => `{
  const Real = Date
  const Moved = new Proxy(Real, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [Real.now() + ${byMs}], newTarget === Moved ? target : newTarget),
    apply: () => new Real(Real.now() + ${byMs}).toString(),
    get: (target, key) => (key === 'now' ? () => Real.now() + ${byMs} : Reflect.get(target, key)),
  })
  globalThis.Date = Moved
}`
