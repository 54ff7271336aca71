import type { LoadedProject } from '../../layout/load-project.ts'

interface OverviewPageProps {
  readonly project: LoadedProject
}

export function OverviewPage({ project }: OverviewPageProps) {
  return (
    <div class="work">
      <div class="head">
        <div>
          <h1>
            <bdi>{project.record.name}</bdi>
          </h1>
        </div>
      </div>
    </div>
  )
}
