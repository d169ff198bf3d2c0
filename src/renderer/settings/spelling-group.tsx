/** The languages of the fields' spell checker. */
import { Dropdown, makeStyles, Option } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { SettingsState } from '#shared/ipc/settings.ts';
import { Segmented } from '../components/segmented.tsx';
import { Group, Row, rowLabelProps } from '../components/setting-row.tsx';
import { changeSettings } from './state.ts';

type Way = 'system' | 'chosen' | 'off';

const WAYS: readonly (readonly [Way, string])[] = [
  ['system', 'System'],
  ['chosen', 'Choose'],
  ['off', 'Off'],
];

const useStyles = makeStyles({
  languages: { width: '100%', minWidth: '0' },
  list: { maxHeight: '320px' },
});

export function SpellingGroup({ settings, spellCheckAvailable }: SettingsState): JSX.Element {
  const styles = useStyles();
  const chosen = settings.spellCheckLanguages;
  const byWay: Record<Way, readonly string[] | null> = {
    system: null,
    chosen: [likelyLanguage(spellCheckAvailable)],
    off: [],
  };
  const way: Way = chosen === null ? 'system' : chosen.length === 0 ? 'off' : 'chosen';
  if (spellCheckAvailable.length === 0) {
    return (
      <Group name="Spelling">
        <Row id="languages" about="Your system detects the language." />
      </Group>
    );
  }
  return (
    <Group name="Spelling">
      <Row
        wide
        id="languages"
        about="Underlines words that are not in their dictionaries."
        control={
          <Segmented
            {...rowLabelProps('languages')}
            options={WAYS}
            value={way}
            onChoose={(next) => choose(byWay[next])}
          />
        }
      >
        {chosen !== null && way === 'chosen' && (
          <Dropdown
            multiselect
            className={styles.languages}
            listbox={{ className: styles.list }}
            aria-label="Languages to check"
            selectedOptions={[...chosen]}
            value={chosen.map(languageName).join(', ')}
            onOptionSelect={(_event, { selectedOptions }) => choose(selectedOptions)}
          >
            {spellCheckAvailable.map((language) => (
              <Option key={language} value={language} text={languageName(language)}>
                {languageName(language)}
              </Option>
            ))}
          </Dropdown>
        )}
      </Row>
    </Group>
  );
}

function choose(spellCheckLanguages: readonly string[] | null): void {
  changeSettings({ spellCheckLanguages });
}

/** The page's language, or else another variant of it, or else the first language. */
function likelyLanguage(available: readonly string[]): string {
  const [base] = navigator.language.split('-');
  const near = available.find((language) => language.split('-')[0] === base);
  return available.find((language) => language === navigator.language) ?? near ?? available[0] ?? '';
}

const names = new Intl.DisplayNames(['en'], { type: 'language' });

function languageName(language: string): string {
  return names.of(language) ?? language;
}
