import type { InjectionKey } from 'vue'
import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { provided } from '../ui/provided-state.ts'
import type { Feature, FeatureCommand, NavigationEntry } from './feature.ts'

const found = import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'feature' })

/** The features of this build: one for each folder. */
export const allFeatures: readonly Feature[] = Object.values(found)

export const navigationOf = (features: readonly Feature[]): readonly NavigationEntry[] =>
  features.flatMap(({ navigation }) => navigation ?? []).toSorted((a, b) => a.digit - b.digit)

export const routesOf = (features: readonly Feature[]): readonly RouteRecordRaw[] =>
  features.flatMap(({ routes }) => routes ?? [])

/** Whether an address belongs to an entry. A screen that is not under the path of its section names it in `meta.section`. */
export const isInSection = (
  { path }: NavigationEntry,
  route: Pick<RouteLocationNormalized, 'path' | 'meta'>,
): boolean => route.path === path || route.path.startsWith(`${path}/`) || route.meta['section'] === path

/** Where a start leads. Without a feature for the case: the first entry of the navigation. */
export function homeOf(features: readonly Feature[], hasCustomers: boolean): string {
  const when = hasCustomers ? 'has-customers' : 'no-customers'
  const home = features.flatMap((feature) => feature.home ?? []).find((each) => each.when === when)
  return home?.path ?? navigationOf(features)[0]?.path ?? '/'
}

/** The commands of all features, which the shell has set up. */
export const commandsKey: InjectionKey<readonly FeatureCommand[]> = Symbol('commands')

export const featuresKey: InjectionKey<readonly Feature[]> = Symbol('features')

export const useFeatures = (): readonly Feature[] => provided(featuresKey)
