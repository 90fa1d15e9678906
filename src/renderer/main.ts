import './app/style-nonce.ts'
import './app/schemas-without-eval.ts'

// Only now the rest: a static import would be evaluated before the two lines above have had their effect.
void import('./app/start.ts')
