/**
 * What Chromium does without. The last is a process that it starts ahead for each context: a tenth of the CPU of a test. The two before are
 * pages of its address bar, which it loads for each context although nobody sees them: an eighth of its CPU. The others are those of
 * Playwright 1.65, which a second list replaces.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]

/** The options of the window tests and the bench, without more of Chromium's features where they are named. */
export const chromiumFlags = (...without: readonly string[]): string[] => [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...disabledFeatures, ...without].join(',')}`,
]
