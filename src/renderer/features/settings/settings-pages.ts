/** The pages of Settings, by the last part of their address, in the order of the index. */
export const settingsPages = ['connection', 'this-pc', 'calls', 'team', 'privacy', 'advanced'] as const

export type SettingsPage = (typeof settingsPages)[number]

/** The name of a page's route. */
export const routeOfPage = <P extends SettingsPage>(page: P): `settings-${P}` => `settings-${page}`
