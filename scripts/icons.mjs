import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { inProject } from './project.mjs'

const help = `Draws the icons and the installer's pictures from the window's icon, with Chromium (FORECOURT_CHROMIUM).

  node scripts/icons.mjs

Run it after a change of src/renderer/public/icon.svg; its results in build/ and resources/ are committed.
`
if (process.argv.includes('--help')) {
  process.stdout.write(help)
  process.exit(0)
}

const icon = readFileSync(inProject('src', 'renderer', 'public', 'icon.svg'), 'utf8')
const browser = await chromium.launch({
  executablePath: process.env.FORECOURT_CHROMIUM,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()

/** The PNG of a page of this size. The background stays transparent. */
async function draw(content, width, height = width) {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${content}`)
  return page.screenshot({ omitBackground: true })
}
const iconOf = (size) => draw(icon.replace('<svg ', `<svg width="${size}" height="${size}" `), size)

/** macOS draws icons smaller than their field. */
const macIconOf = (size) => {
  const margin = Math.round(size * 0.1)
  return draw(
    `<div style="padding:${margin}px">${icon.replace('<svg ', `<svg width="${size - 2 * margin}" height="${size - 2 * margin}" `)}</div>`,
    size,
  )
}

/** An .ico file: a directory of pictures, each a PNG. */
function icoOf(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [at, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * at
    // 0 stands for 256.
    header.writeUInt8(size % 256, entry)
    header.writeUInt8(size % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

/** An .icns file: chunks with a type, their length and a PNG. */
function icnsOf(pictures) {
  const chunks = pictures.map(({ type, png }) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(8 + chunks.reduce((sum, chunk) => sum + chunk.length, 0), 4)
  return Buffer.concat([head, ...chunks])
}

/** A bitmap of 24 bits, the only form that the Windows installer shows. */
async function bmpOf(content, width, height) {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${content}`)
  const png = (await page.screenshot()).toString('base64')
  const pixels = await page.evaluate(
    async ([source, wide, high]) => {
      const picture = new Image()
      picture.src = `data:image/png;base64,${source}`
      await picture.decode()
      const canvas = new OffscreenCanvas(wide, high)
      const context = canvas.getContext('2d')
      context.drawImage(picture, 0, 0)
      return [...context.getImageData(0, 0, wide, high).data]
    },
    [png, width, height],
  )
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const bmp = Buffer.alloc(54 + rowBytes * height)
  bmp.write('BM', 'latin1')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(width, 18)
  bmp.writeInt32LE(height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = ((height - 1 - row) * width + column) * 4
      const to = 54 + row * rowBytes + column * 3
      bmp[to] = pixels[from + 2]
      bmp[to + 1] = pixels[from + 1]
      bmp[to + 2] = pixels[from]
    }
  }
  return bmp
}

const save = (bytes, ...parts) => {
  mkdirSync(inProject(...parts.slice(0, -1)), { recursive: true })
  writeFileSync(inProject(...parts), bytes)
}

const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256]
const pictures = []
for (const size of icoSizes) pictures.push({ size, png: await iconOf(size) })
save(icoOf(pictures), 'build', 'icon.ico')
for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
  save(await iconOf(size), 'build', 'icons', `${size}x${size}.png`)
save(await iconOf(1024), 'build', 'icon.png')
const macTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]
const macPictures = []
for (const [type, size] of macTypes) macPictures.push({ type, png: await macIconOf(size) })
save(icnsOf(macPictures), 'build', 'icon.icns')

// The tray: Windows and Linux show colours, macOS a black shape on clear ground.
save(await iconOf(16), 'resources', 'tray', 'tray.png')
save(await iconOf(32), 'resources', 'tray', 'tray@2x.png')
const shape = icon
  .replace(/<rect[^>]*\/>/, '')
  .replaceAll('#fff', '#000')
  .replace(/<path d="m20\.6[^>]*\/>/, '')
  .replace(/<circle[^>]*\/>/g, '')
for (const [size, name] of [
  [18, 'trayTemplate.png'],
  [36, 'trayTemplate@2x.png'],
]) {
  save(await draw(shape.replace('<svg ', `<svg width="${size}" height="${size}" `), size), 'resources', 'tray', name)
}

const onBrand = (size, style) =>
  `<div style="width:100vw;height:100vh;display:grid;${style}">${icon.replace('<svg ', `<svg width="${size}" height="${size}" `)}</div>`
save(
  await bmpOf(
    onBrand(96, 'background:#0d6470;place-items:start center;padding-top:40px;box-sizing:border-box'),
    164,
    314,
  ),
  'build',
  'installerSidebar.bmp',
)
save(await bmpOf(onBrand(44, 'background:#fff;place-items:center end'), 150, 57), 'build', 'installerHeader.bmp')
save(await draw('<div style="width:100vw;height:100vh;background:#eef4f5"></div>', 540, 380), 'build', 'background.png')
await browser.close()
