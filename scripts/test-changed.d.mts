export function chooseTests(related: readonly string[], changed: readonly string[]): readonly string[]
