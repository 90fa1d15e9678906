import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pack } from './electron-stand-in.ts'
import { filesIn } from './files-in.ts'

describe('the packed program', () => {
  it('for Windows has the binaries of Windows, and the hash of its archive in the program', async () => {
    const { folder } = await pack('win', 'dir')
    const unpacked = join(folder, 'win-unpacked')
    expect(filesIn(join(unpacked, 'resources', 'app.asar.unpacked'))).toEqual([
      'node_modules/better-sqlite3-multiple-ciphers/prebuilds/win32-x64.node',
      'node_modules/keytar/prebuilds/win32-x64/keytar.node',
    ])
    // Not beside Forecourt.exe, whose name Windows would find first.
    expect(filesIn(unpacked).filter((path) => /forecourt\.(exe|cmd)$/i.test(path))).toEqual([
      'Forecourt.exe',
      'bin/forecourt.cmd',
    ])
    const program = readFileSync(join(unpacked, 'Forecourt.exe'))
    expect(program.includes(Buffer.from('"alg":"SHA256"'))).toBe(true)
    expect(program.includes(Buffer.from('Forecourt', 'utf16le'))).toBe(true)
  }, 240_000)

  it.runIf(process.platform === 'linux')(
    'becomes a .deb that Debian reads, with its menu entry, icons, file types and what it needs',
    async () => {
      const bin = mkdtempSync(join(tmpdir(), 'forecourt-fpm-'))
      symlinkSync(resolve('test/hosts/twins/fpm-stand-in.mjs'), join(bin, 'fpm'))
      const { folder } = await pack('linux', 'deb', {
        USE_SYSTEM_FPM: 'true',
        PATH: `${bin}:${process.env.PATH}`,
      })
      const deb = join(folder, readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '')
      const field = (name: string): string =>
        execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim()
      expect(field('Package')).toBe('forecourt')
      expect(field('Architecture')).toBe('amd64')
      expect(field('Maintainer')).toMatch(/^[^<]+ <[^@]+@[^@]+>$/)
      expect(field('Homepage')).toMatch(/^https:\/\//)
      expect(field('Depends')).toContain('libsecret-1-0')
      expect(field('Version')).toBe('0.1.0')
      const unpacked = join(bin, 'unpacked')
      execFileSync('dpkg-deb', ['--raw-extract', deb, unpacked])
      const files = filesIn(unpacked)
      expect(files).toContain('opt/Forecourt/resources/app.asar')
      expect(readFileSync(join(unpacked, 'DEBIAN/postinst'), 'utf8')).toMatch(/\/usr\/bin\/forecourt/)
      expect(
        files.filter((path) => /^usr\/share\/icons\/hicolor\/[^/]+\/apps\/forecourt\.png$/.test(path)).length,
      ).toBeGreaterThan(4)
      const entry = readFileSync(join(unpacked, 'usr/share/applications/forecourt.desktop'), 'utf8')
      expect(entry).toMatch(/^Exec=\/opt\/Forecourt\/forecourt .*%U$/m)
      expect(entry).toMatch(/^MimeType=.*text\/csv/m)
    },
    240_000,
  )
})
