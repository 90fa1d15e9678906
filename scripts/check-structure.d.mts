export function findLongFiles(files: readonly { readonly path: string; readonly text: string }[]): readonly string[]
