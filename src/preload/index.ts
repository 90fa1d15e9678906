import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { HostBridge } from '../contract/bridge.ts'
import { desktopChannels, type DesktopRequest } from '../contract/desktop-wire.ts'

const ask = (request: DesktopRequest): Promise<unknown> => ipcRenderer.invoke(desktopChannels.request, request)

const bridge: HostBridge = {
  host: 'electron',
  invoke: (method, input) => ask({ kind: 'call', method, input }),
  subscribe(listener) {
    // The event object itself stays here: it could reach back into the channel.
    const hear = (_: unknown, event: unknown): void => listener(event)
    ipcRenderer.on(desktopChannels.event, hear)
    return () => void ipcRenderer.off(desktopChannels.event, hear)
  },
  chooseFile: () => ask({ kind: 'choose-file' }),
  async takeFile(file) {
    const given = file as File
    // Empty for a file that came by the clipboard or was made by a script: there are only its bytes.
    const path = webUtils.getPathForFile(given)
    return ask(
      path === ''
        ? { kind: 'take-bytes', name: given.name, bytes: await given.arrayBuffer() }
        : { kind: 'take-path', path },
    )
  },
}

contextBridge.exposeInMainWorld('forecourt', bridge)
