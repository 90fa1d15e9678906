import type { Plugin } from 'vite'

export interface ThirdPartyNotice {
  readonly packages: readonly string[]
  readonly licence: string
  readonly text: string
}
export const acceptedLicences: readonly string[]
export function readThirdPartyNotices(): ThirdPartyNotice[]
export function thirdPartyNotices(): Plugin
