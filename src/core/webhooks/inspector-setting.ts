/** The name under which the inspector's settings are saved. */
export const inspectorSetting = 'inspector'
