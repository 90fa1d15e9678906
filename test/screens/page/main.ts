import '../../../src/renderer/app/style-nonce.ts'
import '../../../src/renderer/app/schemas-without-eval.ts'
import '../../../src/renderer/app/first-scroll.ts'

// After the lines above have taken effect, as in the window itself.
void import('./start.ts')
