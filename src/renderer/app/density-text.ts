export const densityText = { label: 'Row height', compact: 'Compact', comfortable: 'Comfortable' }
