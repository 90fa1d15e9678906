import type { HostBridge } from '../../contract/bridge.ts'
import { createBrowserBridge } from './browser-bridge.ts'
import { createProgramClient } from './program-client.ts'

declare global {
  interface Window {
    /** Set by the desktop's preload; absent in a browser. */
    readonly forecourt?: HostBridge
  }
}

export const client = createProgramClient(window.forecourt ?? createBrowserBridge())

export const { call, read, onEvent, watchFailures, watchLink, chooseFile, takeFile, host } = client
