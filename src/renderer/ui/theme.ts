import type { GlobalThemeOverrides } from 'naive-ui'

/**
 * Naive UI's theme, read from the tokens of the page so that there is one source of every colour. To be called after `data-theme` was set:
 * Naive computes with the values and cannot take CSS variables.
 */
export function readThemeOverrides(element: Element = document.documentElement): GlobalThemeOverrides {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(`--fc-${name}`).trim()
  const accent = token('accent')
  const onAccent = token('on-accent')
  const bad = token('bad')
  const focusRing = `0 0 0 2px ${token('focus')}`
  return {
    common: {
      fontFamily: token('font'),
      fontSize: token('text-m'),
      fontSizeSmall: token('text-grid'),
      fontSizeMedium: token('text-m'),
      borderRadius: token('radius-s'),
      borderRadiusSmall: token('radius-s'),
      heightMedium: '34px',
      heightLarge: '40px',
      primaryColor: accent,
      primaryColorHover: token('accent-hover'),
      primaryColorPressed: token('accent-press'),
      primaryColorSuppl: accent,
      errorColor: bad,
      errorColorHover: bad,
      errorColorPressed: bad,
      errorColorSuppl: bad,
      successColor: token('good'),
      warningColor: token('warn'),
      infoColor: token('info'),
      textColorBase: token('ink'),
      textColor1: token('ink'),
      textColor2: token('ink'),
      textColor3: token('ink-2'),
      placeholderColor: token('ink-3'),
      placeholderColorDisabled: token('ink-3'),
      textColorDisabled: token('ink-3'),
      borderColor: token('line-strong'),
      dividerColor: token('line'),
      bodyColor: token('page'),
      cardColor: token('surface'),
      modalColor: token('surface'),
      popoverColor: token('surface'),
      inputColor: token('surface'),
      hoverColor: token('hover'),
    },
    Button: {
      textColorPrimary: onAccent,
      textColorHoverPrimary: onAccent,
      textColorPressedPrimary: onAccent,
      textColorFocusPrimary: onAccent,
      textColorDisabledPrimary: onAccent,
      textColorError: token('surface'),
      textColorHoverError: token('surface'),
      textColorPressedError: token('surface'),
      textColorFocusError: token('surface'),
      borderHover: `1px solid ${token('ink-3')}`,
      borderFocus: `1px solid ${token('line-strong')}`,
      borderPressed: `1px solid ${token('ink-3')}`,
      textColorHover: token('ink'),
      textColorFocus: token('ink'),
      textColorPressed: token('ink'),
      color: token('surface'),
      colorHover: token('hover'),
      colorFocus: token('surface'),
      colorPressed: token('sunken'),
      rippleDuration: '0s',
    },
    Input: {
      border: `1px solid ${token('line-strong')}`,
      borderHover: `1px solid ${token('ink-3')}`,
      borderFocus: `1px solid ${token('focus')}`,
      boxShadowFocus: focusRing,
      caretColor: accent,
      color: token('surface'),
      colorFocus: token('surface'),
      textColor: token('ink'),
    },
    Switch: {
      railColor: token('ink-3'),
      railColorActive: accent,
      buttonColor: token('surface'),
      boxShadowFocus: focusRing,
    },
  }
}
