import { computed } from 'vue'
import type { DraftTemplate } from '../../../../contract/draft-templates.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

/** The saved templates, last used first, and what can be done with them. `templates` is null until the first answer. */
export function useTemplates(client: ProgramClient) {
  const query = useQuery(client, 'drafts.templates', { refreshOn: ['drafts.changed'] })
  return {
    templates: computed((): readonly DraftTemplate[] | null => query.data.value?.templates ?? null),
    failure: query.failure,
    refresh: query.refresh,
    rename: (id: string, name: string) => client.call('drafts.renameTemplate', { id, name }),
    forget: (id: string) => client.call('drafts.forgetTemplate', { id }),
    exportFile: (id: string) => client.call('drafts.exportTemplate', { id }),
    importText: (content: string, replace: boolean) => client.call('drafts.importTemplate', { content, replace }),
  }
}
