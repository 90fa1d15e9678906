import '../../../src/renderer/app/style-nonce.ts'

// After the line above has taken effect, as in the window itself.
void import('./start.ts')
