import '../../../src/renderer/ui/tokens.css'
import '../../../src/renderer/ui/controls.css'
import '../../../src/renderer/ui/layout.css'
import { createApp } from 'vue'
import KitPage from './KitPage.vue'

document.documentElement.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
createApp(KitPage).mount('#app')
