// First, because it asks the program before the other imports are evaluated.
import { windowBridge } from './window-bridge.ts'
import { mountWindow } from './mount-window.ts'

mountWindow(windowBridge)
