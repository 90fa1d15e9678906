import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { HostBridge } from '../contract/bridge.ts'
import { desktopChannels, type DesktopRequest } from '../contract/desktop-wire.ts'

const send = (request: DesktopRequest): Promise<unknown> => ipcRenderer.invoke(desktopChannels.request, request)

const bridge: HostBridge = {
  host: 'electron',
  invoke: (method, input) => send({ kind: 'call', method, input }),
  subscribe(listener) {
    // The event object stays here: it gives access to the channel.
    const onEvent = (_: unknown, event: unknown): void => listener(event)
    ipcRenderer.on(desktopChannels.event, onEvent)
    return () => void ipcRenderer.off(desktopChannels.event, onEvent)
  },
  chooseFile: () => send({ kind: 'choose-file' }),
  async takeFile(file) {
    const given = file as File
    // Empty for a file from the clipboard or from a script: only its bytes exist.
    const path = webUtils.getPathForFile(given)
    return send(
      path === ''
        ? { kind: 'take-bytes', name: given.name, bytes: await given.arrayBuffer() }
        : { kind: 'take-path', path },
    )
  },
}

contextBridge.exposeInMainWorld('forecourt', bridge)
