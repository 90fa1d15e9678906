import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import electronUpdater, { type AppUpdater } from 'electron-updater'
import { app } from 'electron'
import { errorFields, type Log } from '../core/ports/log.ts'
import type { NetworkSignIn } from '../core/ports/network-sign-in.ts'
import type { InstallingUpdater } from './desktop-updater.ts'

/**
 * Updates by electron-updater from a folder of a web server. Rejects with the code `ERR_UPDATES_NOT_TRUSTED` when they could not be
 * verified: an address without TLS, or a Windows build whose publisher is unknown, because then no signature would be checked.
 */
export async function loadUpdater(
  feed: string,
  log: Log,
  signInToProxy: NetworkSignIn['signInToProxy'],
): Promise<InstallingUpdater> {
  const { protocol, hostname } = new URL(feed)
  const isTrusted = protocol === 'https:' || hostname === '127.0.0.1'
  if (!isTrusted || (process.platform === 'win32' && !(await namesPublisher()))) {
    throw Object.assign(new Error('Updates could not be verified'), { code: 'ERR_UPDATES_NOT_TRUSTED' })
  }
  const updater = electronUpdater.autoUpdater
  updater.logger = null
  updater.setFeedURL({ provider: 'generic', url: feed })
  updater.autoDownload = false
  // A shutdown of Windows would end the installer half-way.
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  answerLogins(updater, signInToProxy)
  return {
    async check() {
      const result = await updater.checkForUpdates()
      return result?.isUpdateAvailable ? result.updateInfo.version : null
    },
    async download(onProgress) {
      const report = ({ percent }: { percent: number }): void => onProgress(Math.min(1, percent / 100))
      updater.on('download-progress', report)
      try {
        await updater.downloadUpdate()
      } finally {
        updater.off('download-progress', report)
      }
    },
    install(startAgain) {
      updater.once('error', (error) => {
        log.write('error', 'updates.notInstalled', errorFields(error))
        app.exit()
      })
      // Without its pages: the user has decided already.
      updater.quitAndInstall(true, startAgain)
    },
  }
}

/** electron-builder writes the name of the certificate's owner beside the archive of a signed program. */
async function namesPublisher(): Promise<boolean> {
  const settings = await readFile(join(process.resourcesPath, 'app-update.yml'), 'utf8')
  return /^publisherName:/m.test(settings)
}

function answerLogins(updater: AppUpdater, signInToProxy: NetworkSignIn['signInToProxy']): void {
  let lastAttempt: number | null = null
  updater.on('checking-for-update', () => (lastAttempt = null))
  updater.on('login', ({ isProxy, host, port, realm }, callback) => {
    // Its type asks for both, but only a call without them declines.
    const decline = callback as () => void
    if (!isProxy) return decline()
    void signInToProxy({ host, port, realm }, lastAttempt).then((signIn) => {
      lastAttempt = signIn?.attempt ?? null
      if (signIn) callback(signIn.userName, signIn.password)
      else decline()
    }, decline)
  })
}
