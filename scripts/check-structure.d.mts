interface ReadFile {
  readonly path: string
  readonly text: string
}

export function findLongFiles(files: readonly ReadFile[]): readonly string[]
export function findRefProps(files: readonly ReadFile[]): readonly string[]
export function findStyles(files: readonly ReadFile[], layout: string): readonly string[]
