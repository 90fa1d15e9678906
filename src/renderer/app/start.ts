import '@fontsource-variable/inter'
import '../ui/tokens.css'
import '../ui/controls.css'
import '../ui/layout.css'
import '../ui/print.css'
import { createApp } from 'vue'
import { createPinia } from 'pinia'
import App from './App.vue'
import { createForecourtRouter } from './router.ts'

createApp(App).use(createPinia()).use(createForecourtRouter()).mount('#app')
