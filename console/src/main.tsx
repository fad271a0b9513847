import { createRoot } from 'react-dom/client';
import './console.css';
import { Console } from './Console';

const page = document.getElementById('console');
if (page === null) throw new Error('index.html must have #console');
createRoot(page).render(<Console />);
