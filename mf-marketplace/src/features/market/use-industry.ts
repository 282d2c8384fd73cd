import { useSearchParams } from 'react-router';
import { firstIndustry, type IndustryKey, industryKeys } from '../../content/industry-keys.ts';

/** The chosen industry. It is only in the URL, so it can be linked and survives a reload. */
export function useIndustry(): [IndustryKey, (industry: IndustryKey) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('industry');
  const industry = industryKeys.find((key) => key === asked) ?? firstIndustry;

  function chooseIndustry(key: IndustryKey) {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('industry', key);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return [industry, chooseIndustry];
}
