import { computed, ref } from 'vue'

/** A new password of at least `minLength` characters, typed twice. */
export function useNewPassword(
  minLength: () => number,
  text: { readonly mismatch: string; tooShort(minLength: number): string },
) {
  const password = ref('')
  /** The password, typed again. */
  const confirmation = ref('')
  /** Why it cannot be used, as a sentence; null: it can. */
  const problem = computed(() => {
    if (password.value.length < minLength()) return text.tooShort(minLength())
    return password.value === confirmation.value ? null : text.mismatch
  })
  return { password, confirmation, problem }
}
