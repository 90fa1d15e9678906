const found = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

interface FoundPicture {
  readonly src: string
  /** In CSS pixels, so that the text below a picture does not move when it has loaded. */
  readonly width: number
  readonly height: number
}

/** A whole window. The picture of a part has its size in its name: `settings-team.1008x412-light.webp`. */
const wholeWindow = { width: 960, height: 600 }
const nameOf = /^\.\/pictures\/(?<name>[^.]+)(?:\.(?<width>\d+)x(?<height>\d+))?-(?<theme>light|dark)\.webp$/

const pictures = new Map<string, FoundPicture>()
for (const [path, src] of Object.entries(found)) {
  const { name, width, height, theme } = nameOf.exec(path)?.groups ?? {}
  const size = width && height ? { width: Number(width), height: Number(height) } : wholeWindow
  pictures.set(`${name} ${theme}`, { src, ...size })
}

/** A picture of Help; null: there is none. `npm run help-pictures` makes them. */
export const findPicture = (name: string, theme: 'light' | 'dark'): FoundPicture | null =>
  pictures.get(`${name} ${theme}`) ?? null
