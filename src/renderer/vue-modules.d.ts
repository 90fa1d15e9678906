/** For checks that do not read .vue files: a component has any type. */
declare module '*.vue'
