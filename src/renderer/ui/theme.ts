import type { GlobalThemeOverrides } from 'naive-ui'

type ThemeVariables = Readonly<Record<string, string>>

/**
 * Naive UI's variables by component, each with the token of tokens.css (without `--fc-`) or the plain value that it takes. Both themes use
 * this one table: Naive's own dark theme would bring the styles of all its components into the first script.
 */
const common: ThemeVariables = {
  ...Object.fromEntries(
    Object.entries({ error: 'bad', success: 'good', warning: 'warn', info: 'info' }).flatMap(([tone, token]) =>
      ['', 'Hover', 'Pressed'].map((state) => [`${tone}Color${state}`, token]),
    ),
  ),
  fontSize: 'text-m',
  fontSizeSmall: 'text-grid',
  fontSizeMedium: 'text-m',
  borderRadius: 'radius-s',
  borderRadiusSmall: 'radius-s',
  heightSmall: '28px',
  heightMedium: '34px',
  heightLarge: '40px',
  baseColor: 'surface',
  primaryColor: 'accent',
  primaryColorHover: 'accent-hover',
  primaryColorPressed: 'accent-press',
  textColor1: 'ink',
  textColor2: 'ink',
  textColor3: 'ink-2',
  textColorDisabled: 'ink-3',
  placeholderColor: 'ink-3',
  placeholderColorDisabled: 'ink-3',
  iconColor: 'ink-3',
  scrollbarColor: 'line-strong',
  scrollbarColorHover: 'ink-3',
  railColor: 'line',
  borderColor: 'line-strong',
  dividerColor: 'line',
  modalColor: 'surface',
  popoverColor: 'surface',
  inputColor: 'surface',
  inputColorDisabled: 'sunken',
  buttonColor2: 'sunken',
  buttonColor2Hover: 'hover',
  buttonColor2Pressed: 'sunken',
  boxShadow2: 'shadow-2',
  boxShadow3: 'shadow-2',
}

/** A disabled button is grey with readable text, whatever its type: Naive would fade its own colours to half. */
const disabledButtons: ThemeVariables = {
  opacityDisabled: '1',
  ...Object.fromEntries(
    ['', 'Primary', 'Info', 'Success', 'Warning', 'Error'].flatMap((type) => [
      [`colorDisabled${type}`, 'sunken'],
      [`textColorDisabled${type}`, 'ink-3'],
      [`borderDisabled${type}`, '1px solid line-strong'],
      [`textColorTextDisabled${type}`, 'ink-3'],
    ]),
  ),
}

const components: Readonly<Record<string, ThemeVariables>> = {
  Button: {
    ...disabledButtons,
    textColorPrimary: 'on-accent',
    textColorHoverPrimary: 'on-accent',
    textColorPressedPrimary: 'on-accent',
    textColorFocusPrimary: 'on-accent',
    textColorError: 'surface',
    textColorHoverError: 'surface',
    textColorPressedError: 'surface',
    textColorFocusError: 'surface',
    textColorHover: 'ink',
    textColorFocus: 'ink',
    textColorPressed: 'ink',
    borderHover: '1px solid ink-3',
    borderFocus: '1px solid line-strong',
    borderPressed: '1px solid ink-3',
    color: 'surface',
    colorHover: 'hover',
    colorFocus: 'surface',
    colorPressed: 'sunken',
    rippleDuration: '0s',
  },
  Checkbox: {
    borderRadius: '4px',
    border: '1px solid ink-3',
    borderFocus: '1px solid focus',
    boxShadowFocus: '0 0 0 2px focus',
    checkMarkColor: 'on-accent',
  },
  Input: {
    border: '1px solid line-strong',
    borderHover: '1px solid ink-3',
    borderFocus: '1px solid focus',
    boxShadowFocus: '0 0 0 2px focus',
    boxShadowFocusError: '0 0 0 2px bad',
    caretColor: 'accent',
    colorFocus: 'surface',
  },
  Radio: {
    boxShadow: 'inset 0 0 0 1px ink-3',
    boxShadowFocus: '0 0 0 2px focus',
    dotColorActive: 'accent',
  },
  Switch: {
    railColor: 'ink-3',
    railColorActive: 'accent',
    buttonColor: 'surface',
    boxShadowFocus: '0 0 0 2px focus',
  },
  Tooltip: { color: 'ink', textColor: 'page' },
}

/** Reads the values of the tokens from the page: Naive computes with colours and cannot take CSS variables. Call after `data-theme` was set. */
export function readThemeOverrides(element: Element = document.documentElement): GlobalThemeOverrides {
  const style = getComputedStyle(element)
  // The last word of a value may be a token ("1px solid ink-3"); a value without one is taken as it is.
  const resolve = (value: string): string => {
    const name = value.slice(value.lastIndexOf(' ') + 1)
    const token = style.getPropertyValue(`--fc-${name}`).trim()
    return token ? value.slice(0, value.length - name.length) + token : value
  }
  const resolveAll = (variables: ThemeVariables): Record<string, string> =>
    Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, resolve(value)]))
  return {
    common: resolveAll(common),
    ...Object.fromEntries(Object.entries(components).map(([name, variables]) => [name, resolveAll(variables)])),
  }
}
