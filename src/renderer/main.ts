import './app/style-nonce.ts'
import './app/schemas-without-eval.ts'
import './app/first-scroll.ts'

// A dynamic import, because a static one would be evaluated before the two lines above take effect.
void import('./app/start.ts')
