export const browserHostNodeOptions: readonly string[]
