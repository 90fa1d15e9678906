export const browserHostNodeOptions: readonly string[]
export const browserHostEnvironment: Readonly<Record<string, string>>
