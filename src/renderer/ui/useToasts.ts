import { computed, type InjectionKey, shallowRef } from 'vue'
import type { Failure } from '../../contract/result.ts'
import { provided } from './provided-state.ts'

export interface ToastAction {
  readonly label: string
  /** It can still be used when the notice has closed, from the list of notices: opening a screen, for example. */
  readonly lasting?: boolean
  /** Only the newest notice of a group offers its action: an undo of the last change, for example. */
  readonly group?: string
  /** The notice closes after so long (ms) in any case: the action would then do something else. Absent: as other notices. */
  readonly endsMs?: number
  run(): void
}

export interface Toast {
  readonly id: number
  readonly at: string
  readonly tone: 'success' | 'failure'
  readonly text: string
  readonly detail: string | null
  /** Null: there is none, or it can no longer be used. */
  readonly action: ToastAction | null
  /** A newer notice of the same topic takes its place on the screen. Null: it stays until it closes. */
  readonly topic: string | null
  readonly stays: boolean
  /** False: it closed without the user, who may not have seen it. */
  readonly isRead: boolean
}

/** For so long a success offers its action. */
export const actionMs = 12_000
/** What can be undone until it is sent waits a little longer than its notice is shown. */
export const holdMs = actionMs + 1_000

/** The most notices at once; the oldest that closes by itself and offers no Undo is removed. */
const maxShown = 4
/** The most past notices: about a day's work. */
const maxPast = 100

/** Its action is over when it closes: an Undo. */
const isOffering = ({ tone, action }: Toast): boolean => tone === 'success' && action !== null && !action.lasting

/** `onUnexpected`: the action of a failure that has a reference for support and no action of its own. */
export function createToasts(now: () => Date = () => new Date(), onUnexpected: ToastAction | null = null) {
  /** What happened without the user and what failed in this session, newest first, also while it is on the screen. */
  const past = shallowRef<readonly Toast[]>([])
  /** The notices on the screen, newest last. */
  const shown = shallowRef<readonly Toast[]>([])
  let lastId = 0

  function change(selects: (toast: Toast) => boolean, changes: (toast: Toast) => Partial<Toast>): void {
    const apply = (list: readonly Toast[]): readonly Toast[] =>
      list.map((toast) => (selects(toast) ? { ...toast, ...changes(toast) } : toast))
    past.value = apply(past.value)
    shown.value = apply(shown.value)
  }

  function hide(id: number, isRead: boolean): void {
    shown.value = shown.value.filter((toast) => toast.id !== id)
    change(
      (toast) => toast.id === id,
      (toast) => ({ isRead: isRead || toast.isRead, action: toast.action?.lasting ? toast.action : null }),
    )
  }

  /** Removes the actions of a group, or all: what they act on has changed. A notice that offers an Undo closes with it. */
  function withdrawActions(group?: string): void {
    const isWithdrawn = ({ action }: Toast): boolean =>
      action !== null && (group === undefined || action.group === group)
    shown.value = shown.value.filter((toast) => !(isWithdrawn(toast) && isOffering(toast)))
    change(isWithdrawn, () => ({ action: null }))
  }

  function add(toast: Pick<Toast, 'tone' | 'text' | 'detail' | 'action' | 'topic' | 'stays'>): number {
    const replaced = shown.value.filter(({ topic }) => topic !== null && topic === toast.topic)
    for (const { id } of replaced) hide(id, false)
    if (toast.action?.group !== undefined) withdrawActions(toast.action.group)
    lastId += 1
    const added = { ...toast, id: lastId, at: now().toISOString(), isRead: false }
    // What answers the user's own action is over when it closes.
    if (added.tone === 'failure' || added.topic !== null || added.action?.lasting)
      past.value = [added, ...past.value].slice(0, maxPast)
    shown.value = [...shown.value, added]
    const excess = Math.max(0, shown.value.length - maxShown)
    const closing = shown.value
      .filter((each) => !each.stays && !isOffering(each) && each.id !== lastId)
      .slice(0, excess)
    for (const { id } of closing) hide(id, false)
    if (toast.action?.endsMs !== undefined) setTimeout(() => hide(added.id, false), toast.action.endsMs)
    return lastId
  }

  return {
    shown,
    past,
    unread: computed(() => past.value.filter(({ isRead }) => !isRead).length),
    /** Shows a success. It closes by itself, later when it has an action ("Undo"). Gives the id of the notice. */
    success: (text: string, action?: ToastAction, topic?: string) =>
      add({ tone: 'success', text, detail: null, action: action ?? null, topic: topic ?? null, stays: false }),
    /** Shows a success that stays until it is closed, also behind newer notices. Gives the id of the notice. */
    reminder: (text: string, action: ToastAction, topic: string) =>
      add({ tone: 'success', text, detail: null, action, topic, stays: true }),
    /** Shows a failure. It stays until it is closed. Gives the id of the notice. */
    failure(failure: Failure | string, action?: ToastAction) {
      const message = typeof failure === 'string' ? { text: failure, detail: null } : describe(failure)
      const hasReference = typeof failure !== 'string' && failure.reference !== undefined
      const offered = action ?? (hasReference ? onUnexpected : null)
      return add({ tone: 'failure', ...message, action: offered, topic: null, stays: true })
    },
    /** Closes a notice that the user has read. */
    close: (id: number) => hide(id, true),
    /** Closes a notice whose time is over. It stays unread. */
    expire: (id: number) => hide(id, false),
    /** Runs the action of a notice, once, and closes it. */
    act(id: number) {
      const action = [...shown.value, ...past.value].find((toast) => toast.id === id)?.action
      hide(id, true)
      change(
        (toast) => toast.id === id,
        () => ({ action: null }),
      )
      action?.run()
    },
    markAllRead: () =>
      change(
        ({ isRead }) => !isRead,
        () => ({ isRead: true }),
      ),
    withdrawActions,
    /** Removes the past notices, also those of them that are on the screen. What only answers the user stays, with its Undo. */
    clearPast() {
      const ids = new Set(past.value.map(({ id }) => id))
      shown.value = shown.value.filter(({ id }) => !ids.has(id))
      past.value = []
    },
    /** Removes every notice, on the screen and past. */
    clear() {
      shown.value = []
      past.value = []
    },
  }
}

function describe(failure: Failure): { text: string; detail: string | null } {
  return { text: failure.message, detail: [failure.kept, failure.next].filter(Boolean).join(' ') || null }
}

export type Toasts = ReturnType<typeof createToasts>

export const toastsKey: InjectionKey<Toasts> = Symbol('toasts')

export const useToasts = (): Toasts => provided(toastsKey)
