import './app/style-nonce.ts'
import '@fontsource-variable/inter'
import './ui/tokens.css'
import { createApp } from 'vue'
import { createPinia } from 'pinia'
import App from './app/App.vue'
import { createForecourtRouter } from './app/router.ts'

createApp(App).use(createPinia()).use(createForecourtRouter()).mount('#app')
